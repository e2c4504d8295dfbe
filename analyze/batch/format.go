package batch

import (
	"bytes"
	"strings"

	"foregone/analyze/record"
)

// Format says how answers are written as records, in a form that can travel.
type Format struct {
	Fields  string // the keys that are kept, parted by commas; "" for all
	TSV     bool   // tab-separated values, else JSON
	Only    string // the verdict of the answers that are written; "" for all
	Version string // of the program
}

// Renderer returns what writes an answer as a line, or as nothing.
func (f Format) Renderer() (func(buf *bytes.Buffer, d *Done) error, error) {
	var fields record.Fields
	if f.Fields != "" {
		var err error
		if fields, err = record.ParseFields(f.Fields); err != nil {
			return nil, err
		}
	}
	return func(buf *bytes.Buffer, d *Done) error {
		if f.Only != "" && (d.Input != nil || d.Err != nil || d.Answer.Verdict.String() != f.Only) {
			return nil
		}
		r := d.Record(fields, f.Version)
		if f.TSV {
			buf.Write(fields.AppendTSV(buf.AvailableBuffer(), &r))
			return nil
		}
		line, err := fields.AppendJSON(buf.AvailableBuffer(), &r)
		buf.Write(line)
		return err
	}, nil
}

// FormatOf returns the Format of some fields.
func FormatOf(fields record.Fields, version string) Format {
	return Format{Fields: strings.Join(fields.Names(), ","), Version: version}
}

// Record returns the record of an answered task, of a version of the program. Keys that f drops may be left out.
func (d *Done) Record(f record.Fields, version string) record.Record {
	if d.Input != nil {
		return record.FromError(d.ID, d.Input)
	}
	if d.Err != nil {
		return record.Record{ID: d.ID, Error: &record.Error{Message: d.Err.Error()}}
	}
	r := record.FromAnswer(d.ID, d.Subject, d.Answer, d.Elapsed, f)
	r.Version = version + " " + d.Engine
	return r
}

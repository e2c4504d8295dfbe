// Package record is the JSON record of a position: the keys of the contract, in its order.
package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"foregone/positions"
)

// Record is one object of JSON Lines. Zero fields are left out, so what may be zero is a pointer.
type Record struct {
	ID        string   `json:"id,omitzero"`
	Deal      uint64   `json:"deal,omitzero"`
	Game      string   `json:"game,omitzero"`
	Rules     string   `json:"rules,omitzero"`
	Position  string   `json:"position,omitzero"`
	Verdict   string   `json:"verdict,omitzero"`
	Exact     *bool    `json:"exact,omitzero"`
	Winner    string   `json:"winner,omitzero"`
	Distance  *int     `json:"distance,omitzero"`
	Optimal   *bool    `json:"optimal,omitzero"`
	Steps     *int     `json:"steps,omitzero"`
	Value     *float64 `json:"value,omitzero"`
	Fraction  string   `json:"fraction,omitzero"`
	Estimate  *float64 `json:"estimate,omitzero"`
	Low       *float64 `json:"low,omitzero"`
	High      *float64 `json:"high,omitzero"`
	Best      []string `json:"best,omitzero"`
	Line      []string `json:"line,omitzero"`
	Nodes     *uint64  `json:"nodes,omitzero"`
	ElapsedMS *float64 `json:"elapsed_ms,omitzero"`
	Cache     string   `json:"cache,omitzero"`
	Limit     string   `json:"limit,omitzero"`
	Version   string   `json:"version,omitzero"`
	Error     *Error   `json:"error,omitzero"`
}

// Error is the place and reason of an input that could not be read.
type Error struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// FromError returns the record of an unreadable input.
func FromError(id string, err *positions.Error) Record {
	return Record{ID: id, Error: &Error{err.File, err.Line, err.Column, err.Message}}
}

// Append appends r as one line of JSON.
func (r *Record) Append(buf []byte) ([]byte, error) { return appendJSON(buf, r) }

func appendJSON(buf []byte, record any) ([]byte, error) {
	w := bytes.NewBuffer(buf)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(record); err != nil {
		return buf, err
	}
	return w.Bytes(), nil
}

// Fields is a choice of keys. The zero value keeps every key.
type Fields struct {
	drop []int // indices of the struct's fields
	keep map[string]bool
}

// keys are those of the contract, in its order.
var keys = func() []string {
	t := reflect.TypeFor[Record]()
	names := make([]string, t.NumField())
	for i := range names {
		names[i], _, _ = strings.Cut(t.Field(i).Tag.Get("json"), ",")
	}
	return names
}()

// ParseFields reads a list of keys parted by commas. The key error is always kept.
func ParseFields(list string) (Fields, error) {
	f := Fields{keep: map[string]bool{"error": true}}
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(keys, name) {
			return f, fmt.Errorf("found field %q, expected some of %s", name, strings.Join(keys, ","))
		}
		f.keep[name] = true
	}
	for i, k := range keys {
		if !f.keep[k] {
			f.drop = append(f.drop, i)
		}
	}
	return f, nil
}

// Without returns f less one key.
func (f Fields) Without(key string) Fields {
	next := Fields{keep: map[string]bool{}}
	for i, k := range keys {
		if k != key && f.Has(k) {
			next.keep[k] = true
		} else {
			next.drop = append(next.drop, i)
		}
	}
	return next
}

// Has reports whether any of the keys is kept.
func (f Fields) Has(names ...string) bool {
	if f.keep == nil {
		return true
	}
	for _, n := range names {
		if f.keep[n] {
			return true
		}
	}
	return false
}

// Names returns the kept keys in the contract's order.
func (f Fields) Names() []string {
	var names []string
	for _, k := range keys {
		if f.Has(k) {
			names = append(names, k)
		}
	}
	return names
}

// AppendJSON appends the kept keys of r as one line of JSON.
func (f Fields) AppendJSON(buf []byte, r *Record) ([]byte, error) {
	if len(f.drop) == 0 {
		return r.Append(buf)
	}
	kept := *r
	v := reflect.ValueOf(&kept).Elem()
	for _, i := range f.drop {
		v.Field(i).SetZero()
	}
	return kept.Append(buf)
}

// AppendTSV appends the kept keys of r as one line of tab-separated values; lists are joined by spaces, and an
// absent key is empty.
func (f Fields) AppendTSV(buf []byte, r *Record) []byte {
	v := reflect.ValueOf(r).Elem()
	first := true
	for i, k := range keys {
		if !f.Has(k) {
			continue
		}
		if !first {
			buf = append(buf, '\t')
		}
		first = false
		buf = appendCell(buf, v.Field(i))
	}
	return append(buf, '\n')
}

func appendCell(buf []byte, v reflect.Value) []byte {
	if v.IsZero() {
		return buf
	}
	switch x := v.Interface().(type) {
	case string:
		return append(buf, strings.NewReplacer("\t", " ", "\n", " ", "\r", " ").Replace(x)...)
	case uint64:
		return strconv.AppendUint(buf, x, 10)
	case *bool:
		return strconv.AppendBool(buf, *x)
	case *int:
		return strconv.AppendInt(buf, int64(*x), 10)
	case *uint64:
		return strconv.AppendUint(buf, *x, 10)
	case *float64:
		return strconv.AppendFloat(buf, *x, 'f', -1, 64)
	case []string:
		return append(buf, strings.Join(x, " ")...)
	case *Error:
		return fmt.Appendf(buf, "%s:%d:%d: %s", x.File, x.Line, x.Column, strings.ReplaceAll(x.Message, "\t", " "))
	}
	return buf
}

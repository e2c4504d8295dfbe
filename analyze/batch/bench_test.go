package batch

import (
	"bytes"
	"testing"

	"foregone/analyze/games"
	"foregone/analyze/record"
)

// BenchmarkBatch answers Eight Off deals on one worker and writes their records: verdicts only, and with solutions.
func BenchmarkBatch(b *testing.B) {
	verdicts, err := record.ParseFields("id,verdict")
	if err != nil {
		b.Fatal(err)
	}
	for _, bm := range []struct {
		name   string
		fields record.Fields
	}{{"verdicts", verdicts}, {"solutions", record.Fields{}}} {
		b.Run(bm.name, func(b *testing.B) {
			const n = 20000
			for b.Loop() {
				c := Config{Jobs: 1, Want: games.Want{Line: bm.fields.Has("line")},
					Render: func(buf *bytes.Buffer, d *Done) error {
						r := record.FromAnswer(d.ID, d.Subject, d.Answer, d.Elapsed, bm.fields)
						line, err := bm.fields.AppendJSON(buf.AvailableBuffer(), &r)
						buf.Write(line)
						return err
					},
					Emit: func([]byte, *Done) error { return nil },
				}
				if err := Run(b.Context(), newDeals(b, "ms 1..20000"), c); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "deals/s")
		})
	}
}

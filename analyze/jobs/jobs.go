// Package jobs shares one proof among workers on many machines. The coordinator, a Host, has the top of the tree and gives
// out its leaves; a worker takes a seat in the proof, asks for one leaf after another, and hears what the others find.
package jobs

import (
	"context"
	"time"

	"foregone/analyze/games"
)

// Talk carries questions to the coordinator of a proof, and news to all who take part. News may be lost.
type Talk interface {
	Ask(ctx context.Context, question []byte, long time.Duration) ([]byte, error)
	Answer(answer func(question []byte) []byte) error
	Tell(kind string, news []byte)
	Hear(kind string, take func(news []byte)) (stop func(), err error)
}

// Kinds of news.
const (
	toCoordinator = "report"
	toWorkers     = "share"
)

// question is what a worker asks: for a job, when it has done another or none.
type question struct {
	_      struct{} `cbor:",toarray"`
	Worker string
	ID     uint64 // of the job that is done, 0 for none
	Done   games.JobAnswer
	Leaves bool // no other job is asked for
}

// reply is the answer to a question.
type reply struct {
	_     struct{} `cbor:",toarray"`
	Over  bool     // the proof is done, or given up
	Job   *games.Job
	Every time.Duration // between news of a worker
}

// report is what the coordinator is told of a job that is running.
type report struct {
	_      struct{} `cbor:",toarray"`
	ID     uint64
	Answer games.JobAnswer
}

// share is what workers are told: what one of them has found, or that the proof is over.
type share struct {
	_     struct{} `cbor:",toarray"`
	Over  bool
	Found [][]byte
}

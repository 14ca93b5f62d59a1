package scenario

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

// The dictionary is frozen: every link of codec p was made with these bytes. A
// better dictionary needs another codec.
func TestTheDictionaryIsFrozen(t *testing.T) {
	const want = "15ffd9547b96de1d808970b389d6480b886ec4d20606ec42a43356a31881492c"
	sum := sha256.Sum256([]byte(dictionary))
	if got := hex.EncodeToString(sum[:]); got != want {
		t.Errorf("the dictionary is %s; put back that of %s", got, want)
	}
}

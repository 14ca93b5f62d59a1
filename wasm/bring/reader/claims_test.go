package reader

import (
	"testing"

	"gridbox/core/importer"
	all "gridbox/core/importer/formats"
	"gridbox/wasm/msg"
)

// The document lists the formats that claim a file, with the evidence of each, and the formats
// that compete with the chosen one.
func TestClaimsAreTold(t *testing.T) {
	files := []importer.File{{Name: "net.csv", Data: []byte("source,target\na,b\nb,c\n")}}
	told, _, err := msg.ReadBrought(Bring(msg.BringHead{}, files, all.All()))
	if err != nil {
		t.Fatal(err)
	}
	claims := told.Report.Claims
	if told.Formats[0].ID != "edges" || told.Formats[0].Why == "" || told.Formats[1].ID != "table" ||
		len(claims) != 2 || claims[0].Format != "edges" || claims[1].Format != "table" {
		t.Errorf("%+v\n%+v", told.Formats[:2], claims)
	}
	told, _, _ = msg.ReadBrought(Bring(msg.BringHead{As: "table"}, files, all.All()))
	if told.Report.Format != "table" || len(told.Report.Claims) > 0 {
		t.Errorf("%+v", told.Report)
	}
}

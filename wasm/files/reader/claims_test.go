package reader

import (
	"testing"

	"gridbox/core/importer"
	all "gridbox/core/importer/formats"
	"gridbox/wasm/msg"
)

// The document lists the formats that claim a file, with the evidence of each, and the formats
// that compete with the chosen one.
func TestClaimsAreReported(t *testing.T) {
	files := []importer.File{{Name: "net.csv", Data: []byte("source,target\na,b\nb,c\n")}}
	got, _, err := msg.ReadImported(Import(msg.ImportHead{}, files, all.All()))
	if err != nil {
		t.Fatal(err)
	}
	claims := got.Report.Claims
	if got.Formats[0].ID != "edges" || got.Formats[0].Evidence == "" || got.Formats[1].ID != "table" ||
		len(claims) != 2 || claims[0].Format != "edges" || claims[1].Format != "table" {
		t.Errorf("got formats %+v and claims %+v; want edges, then table, each claiming one, edges with a reason",
			got.Formats[:2], claims)
	}
	got, _, _ = msg.ReadImported(Import(msg.ImportHead{FormatID: "table"}, files, all.All()))
	if got.Report.Format != "table" || len(got.Report.Claims) > 0 {
		t.Errorf("Import as table: got report %+v, want format table without claims", got.Report)
	}
}

package farm

import (
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
)

// shares returns the table of accounts and users with their shares of the farm.
func shares(s *state.State, p *farm.Problem) ui.Node {
	return screen.List{Kind: "share", Title: "Shares of users", Folded: true,
		Head: []string{"name", "is", "of account", "shares"},
		Len:  len(p.Shares), Add: ui.Act("add", "share"),
		ID: func(i int) string { return p.Shares[i].ID },
		Cells: func(i int) []ui.Node {
			x, is, under := &p.Shares[i], "account", "the farm"
			if x.User {
				is = "user"
			}
			if x.Account != "" {
				under = x.Account
			}
			of := "1"
			if x.Shares != nil {
				of = ui.Exact(*x.Shares)
			}
			count := screen.Num(s, screen.FieldPath("shares", i, "shares"), i18n.T("Shares of {}", x.ID), of)
			if x.Parent {
				count = screen.Cell("those of its account")
			}
			return []ui.Node{screen.Cell(is), screen.Cell(under), count}
		}}.View(s)
}

// shareForm returns the form of an account or a user.
func shareForm(s *state.State, p *farm.Problem, i int) ui.Node {
	x := &p.Shares[i]
	path, usual := screen.FieldPath("shares", i, ""), farm.Share{Shares: new(float64)}
	*usual.Shares = 1
	form := rows(s, path, *x, nil, "id", "user")
	under := ui.FieldView{Path: path + "under", Label: "Account", Value: x.Account, Choices: []string{""},
		Names: []string{"the farm itself"}, Title: "the account that it belongs to"}
	for k := range p.Shares {
		if id := p.Shares[k].ID; !p.Shares[k].User && k != i {
			under.Choices, under.Names = append(under.Choices, id), append(under.Names, id)
		}
	}
	form = append(form, screen.Row(s, under))
	form = append(form, rows(s, path, *x, usual, "shares")...)
	form = append(form, rows(s, path, *x, nil, "parent")...)
	name := "Account "
	if x.User {
		name = "User "
		form = append(form, rows(s, path, *x, nil, "usage")...)
	}
	return screen.Section(name+x.ID, ui.El("div", ui.Class("form"), form),
		ui.El("p", ui.Class("note"), "Only the algorithm Multifactor reads shares."),
		screen.Deletes(state.Ref{Kind: "share", ID: x.ID}))
}

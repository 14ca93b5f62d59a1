package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strconv"
	"strings"
)

// replacements maps a token to its replacements. A comparison gets its boundary and its negation; a
// test that detects the other replacements detects one of these.
var replacements = map[token.Token][]token.Token{
	token.ADD: {token.SUB}, token.SUB: {token.ADD},
	token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.AND}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL},

	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},

	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.MUL_ASSIGN: {token.QUO_ASSIGN}, token.QUO_ASSIGN: {token.MUL_ASSIGN},
	token.OR_ASSIGN: {token.AND_ASSIGN}, token.AND_ASSIGN: {token.OR_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
}

// confusable maps functions to those with which they may be confused, built-in or of packages math and
// slices.
var confusable = map[string]string{
	"min": "max", "max": "min", "Min": "Max", "Max": "Min", "Floor": "Ceil", "Ceil": "Floor",
	"true": "false", "false": "true",
}

// changes lists all changes of the selected files, in the order of the source. Not all of them
// compile.
func (u *unit) changes(asked func(*file) bool) []change {
	var found []change
	for _, f := range u.files {
		if !asked(f) {
			continue
		}
		for _, d := range f.tree.Decls {
			w := &walk{u: u, f: f, function: functionOf(d)}
			ast.Inspect(d, w.visit)
			found = append(found, w.changes...)
		}
	}
	slices.SortStableFunc(found, order)
	return slices.CompactFunc(found, func(a, b change) bool {
		return a.file == b.file && a.start == b.start && a.end == b.end && a.text == b.text
	})
}

// functionOf returns the name of a declaration.
func functionOf(d ast.Decl) string {
	function, ok := d.(*ast.FuncDecl)
	if !ok {
		return "package"
	}
	if function.Recv == nil {
		return function.Name.Name
	}
	receiver := types.ExprString(function.Recv.List[0].Type)
	receiver, _, _ = strings.Cut(strings.TrimPrefix(receiver, "*"), "[")
	return receiver + "." + function.Name.Name
}

// A walk collects the changes of one declaration.
type walk struct {
	u        *unit
	f        *file
	function string
	changes  []change
}

// replace records the change that replaces the source between two positions with a text.
func (w *walk) replace(from, to token.Pos, text string) {
	w.changes = append(w.changes, change{w.f, w.function, w.f.offset(from), w.f.offset(to), text})
}

// replaceOperator replaces an operator with its entries in replacements.
func (w *walk) replaceOperator(at token.Pos, operator token.Token) {
	for _, other := range replacements[operator] {
		w.replace(at, at+token.Pos(len(operator.String())), other.String())
	}
}

// visit records the changes of a node, and reports whether ast.Inspect visits its children.
func (w *walk) visit(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.ArrayType, *ast.ImportSpec:
		return false // Changed sizes of array types are detected where arrays are indexed, too.
	case *ast.BinaryExpr:
		w.binary(n)
	case *ast.UnaryExpr:
		if n.Op == token.SUB || n.Op == token.NOT {
			w.replace(n.OpPos, n.X.Pos(), "")
		}
	case *ast.BasicLit:
		w.literal(n)
	case *ast.Ident:
		if _, isConstant := types.Universe.Lookup(n.Name).(*types.Const); isConstant && confusable[n.Name] != "" {
			w.replace(n.Pos(), n.End(), confusable[n.Name])
		}
	case *ast.CallExpr:
		return w.call(n)
	case *ast.IfStmt:
		w.negate(n.Cond)
	case *ast.ForStmt:
		w.negate(n.Cond)
	case *ast.AssignStmt:
		w.replaceOperator(n.TokPos, n.Tok)
	case *ast.IncDecStmt:
		w.replaceOperator(n.TokPos, n.Tok)
	case *ast.ReturnStmt:
		w.negateResults(n.Results)
	case *ast.BlockStmt:
		w.removeStatements(n.List)
	case *ast.CaseClause:
		w.removeStatements(n.Body)
	case *ast.CommClause:
		w.removeStatements(n.Body)
	}
	return true
}

// binary replaces the operator of an expression that is not a string. It also negates the operands
// of && and ||.
func (w *walk) binary(n *ast.BinaryExpr) {
	if basic, ok := w.u.info.Types[n].Type.Underlying().(*types.Basic); ok && basic.Info()&types.IsString != 0 {
		return
	}
	w.replaceOperator(n.OpPos, n.Op)
	if n.Op == token.LAND || n.Op == token.LOR {
		w.negate(n.X)
		w.negate(n.Y)
	}
}

// negate negates a condition that is not a comparison; comparisons have their negation in
// replacements.
func (w *walk) negate(condition ast.Expr) {
	switch condition.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr, *ast.IndexExpr:
		w.replace(condition.Pos(), condition.Pos(), "!")
	}
}

// literal changes numbers by one, or by a factor of ten where one is negligible: limits of a
// thousand and more, and tolerances.
func (w *walk) literal(n *ast.BasicLit) {
	value := w.u.info.Types[n].Value
	x, _ := constant.Float64Val(constant.ToFloat(value))
	others := []float64{x + 1, x - 1}
	if x != 0 && (x <= 1e-3 || x >= 1e3) {
		others = []float64{x * 10, x / 10}
	}
	for _, other := range others {
		switch n.Kind {
		case token.INT:
			if math.Abs(other) < 1<<53 {
				w.replace(n.Pos(), n.End(), strconv.FormatInt(int64(other), 10))
			}
		case token.FLOAT:
			w.replace(n.Pos(), n.End(), strconv.FormatFloat(other, 'g', -1, 64))
		}
	}
}

// call swaps adjacent arguments of one type and replaces a function with its entry in confusable. Capacities in
// make and the arguments of panic have no effect on results.
func (w *walk) call(n *ast.CallExpr) bool {
	name := n.Fun
	if s, ok := n.Fun.(*ast.SelectorExpr); ok {
		if of := types.ExprString(s.X); of == "math" || of == "slices" {
			name = s.Sel
		}
	}
	if id, ok := name.(*ast.Ident); ok {
		if id.Name == "Inf" { // the sign of the argument alone determines the value
			w.replace(n.Args[0].Pos(), n.Args[0].Pos(), "-")
			return false
		}
		if id.Name == "panic" || id.Name == "make" && w.sizeOnly(n) {
			return false
		}
		if other, ok := confusable[id.Name]; ok {
			w.replace(id.Pos(), id.End(), other)
			return true // swapped arguments have no effect
		}
	}
	for i := 1; i < len(n.Args); i++ {
		a, b := n.Args[i-1], n.Args[i]
		if left, right := w.source(a), w.source(b); left != right && w.sameType(a, b) {
			between := w.f.text[w.f.offset(a.End()):w.f.offset(b.Pos())]
			w.replace(a.Pos(), b.End(), right+string(between)+left)
		}
	}
	return true
}

// sizeOnly reports whether a call of make has only a capacity: a map with a size, or an empty
// slice.
func (w *walk) sizeOnly(n *ast.CallExpr) bool {
	_, isMap := w.u.info.Types[n].Type.Underlying().(*types.Map)
	return isMap || len(n.Args) == 3
}

// sameType reports whether two expressions are values of one type.
func (w *walk) sameType(a, b ast.Expr) bool {
	left, right := w.u.info.Types[a], w.u.info.Types[b]
	return left.IsValue() && right.IsValue() && types.Identical(types.Default(left.Type), types.Default(right.Type))
}

// source returns the source of a node.
func (w *walk) source(n ast.Node) string {
	return string(w.f.text[w.f.offset(n.Pos()):w.f.offset(n.End())])
}

// negateResults negates signed numbers that are returned, except constants.
func (w *walk) negateResults(results []ast.Expr) {
	for _, result := range results {
		value := w.u.info.Types[result]
		basic, ok := types.Unalias(value.Type).Underlying().(*types.Basic)
		if ok && value.Value == nil && basic.Info()&types.IsNumeric != 0 && basic.Info()&types.IsUnsigned == 0 {
			w.replace(result.Pos(), result.End(), "-("+w.source(result)+")")
		}
	}
}

// removeStatements removes single statements of a list. Definitions, declarations, compound
// statements and calls of panic stay.
func (w *walk) removeStatements(list []ast.Stmt) {
	for _, statement := range list {
		switch s := statement.(type) {
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); ok && types.ExprString(call.Fun) == "panic" {
				continue
			}
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.BranchStmt, *ast.ReturnStmt, *ast.IncDecStmt, *ast.SendStmt, *ast.DeferStmt, *ast.GoStmt:
		default:
			continue
		}
		w.replace(statement.Pos(), statement.End(), strings.Repeat("\n", strings.Count(w.source(statement), "\n")))
	}
}

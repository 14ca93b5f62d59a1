package state

import (
	"reflect"

	"gridbox/core/doc"
)

// rewrite calls f with every name at a path without indices. If f does not keep a name, rewrite removes the text from
// its list, the key from its map, or otherwise the element, or the optional part, that requires the name. It reports
// whether a name changed, and whether v stays.
func rewrite(v reflect.Value, path []string, f func(string) (string, bool)) (changed, stays bool) {
	switch v.Kind() {
	case reflect.String:
		id, ok := f(v.String())
		changed = id != v.String()
		v.SetString(id)
		return changed, ok
	case reflect.Struct:
		at, _ := doc.FieldByName(v, path[0])
		return rewrite(at, path[1:], f)
	case reflect.Pointer:
		if v.IsNil() {
			return false, true
		}
		made := reflect.New(v.Type().Elem())
		made.Elem().Set(v.Elem())
		changed, stays = rewrite(made.Elem(), path, f)
		switch {
		case !stays:
			v.SetZero()
		case changed:
			v.Set(made)
		}
		return changed || !stays, true
	case reflect.Slice:
		return rewriteList(v, path, f), true
	case reflect.Map:
		made := reflect.MakeMap(v.Type())
		for _, key := range v.MapKeys() {
			id, ok := f(key.String())
			changed = changed || !ok || id != key.String()
			if ok {
				made.SetMapIndex(reflect.ValueOf(id), v.MapIndex(key))
			}
		}
		if changed {
			v.Set(made)
		}
	}
	return changed, true
}

// rewriteList rewrites every element of a list and removes each element that does not stay. It reports whether the
// list changed. A changed list is a copy; the former elements are not modified.
func rewriteList(v reflect.Value, path []string, f func(string) (string, bool)) (changed bool) {
	e := reflect.New(v.Type().Elem()).Elem()
	made := v
	for i := range v.Len() {
		e.Set(v.Index(i))
		c, stays := rewrite(e, path, f)
		if (c || !stays) && !changed { // the first difference: the list is copied from here on
			changed = true
			made = reflect.MakeSlice(v.Type(), i, v.Len())
			reflect.Copy(made, v)
		}
		if changed && stays {
			made = reflect.Append(made, e)
		}
	}
	v.Set(made)
	return changed
}

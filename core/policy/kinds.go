package policy

// kinds is the table itself.
var kinds = []Kind{placementKind(), windowKind(), batchKind(), groupKind(), farmKind()}

/**
 * The id of the record that this row is part of by now, in SQL. Not `coalesce`: PostgreSQL does not count it among what reveals nothing, and
 * so uses no index with it where row-level security applies.
 */
export const partOf = (row: string) => `case when ${row}.part_of is null then ${row}.id else ${row}.part_of end`;

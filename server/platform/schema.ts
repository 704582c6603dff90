/**
 * The database as Kysely sees it. The tables.ts of each domain adds the tables that the domain writes. Rules that must
 * never break are constraints in migrations/.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Database {}

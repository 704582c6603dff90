/**
 * Operators: who may do what with which token. The admin token may do everything. Named tokens have a role, are stored
 * as hashes, and end at once when they are withdrawn. Each route for operators has its role in one table.
 */
export { actingAs, actingToken } from './acting-token.ts'
export type { Operator } from './operator.ts'
export { operatorWith } from './operator-with.ts'
export { isEnough, roleOfRoute, ROUTE_ROLES } from './route-roles.ts'
export { listTokens, makeToken, withdrawToken } from './tokens.ts'

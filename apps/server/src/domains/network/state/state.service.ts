/** What says how a member is, for every room that shows it. */
export { conditionColumns, needsAttention, onTrial, revisionState, type StateScope, stateRank, withState } from './state.queries.ts'

/** Columns of ids by which another tool knows the run that made an answer. */
export const RUN_IDS = ['run_id', 'trace_id', 'session_id', 'observation_id', 'span_id']

/**
 * Showing: what a judge is sent, and in what form it replies. The system text is the same in every call of one
 * rubric, so that providers' caches bite; all that differs stands in the one message below it, each text between
 * lines that hold a marker drawn for this call.
 */
export { composeJudgeRequest } from './compose-judge-request.ts'
export { promptLines } from './prompt-lines.ts'
export type { JudgedAnswer, JudgeRequest, ShownPrompt, RequestParts } from './compose-judge-request.ts'
export { drawMarker, fenceWith } from './fence.ts'
export { criterionKeys, PAIRWISE_VERDICTS } from './reply-form.ts'

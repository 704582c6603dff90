/**
 * Judge requests: the texts that are sent to a judge, and the form of its reply. The system text is the same in all
 * calls of one rubric, so that providers can cache it. What differs is in the one message after it, each text between
 * lines with a marker that is drawn for this call.
 */
export { composeJudgeRequest } from './compose-judge-request.ts'
export { promptLines } from './prompt-lines.ts'
export type { JudgedAnswer, JudgeRequest, ShownPrompt, RequestParts } from './compose-judge-request.ts'
export { drawMarker, fenceWith } from './fence.ts'
export { criterionKeys, PAIRWISE_VERDICTS } from './reply-form.ts'

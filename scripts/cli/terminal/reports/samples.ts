import { withCommas } from '../../../../shared/sentence/index.ts'
import type { NoSampleEffect, SampleEffect } from '../../../../shared/stats/style/sample-effect.ts'
import { paragraph, percent, range } from './lines.ts'

const REASONS: Record<NoSampleEffect, string> = {
  no_samples: 'all votes are on one answer of each contestant to a prompt.',
  few_prompts:
    'fewer than ten prompts have votes of the same pair both on equal answers and on different ones.',
  few_votes:
    'fewer than 50 votes are on prompts where the same pair has votes on equal answers and on different ones.',
  no_spread: 'these votes show no difference between prompts, so no interval follows.',
}

export function samplesLines(
  { votes, prompts, different, equal, share, interval, reason }: SampleEffect,
  width: number,
): string[] {
  if (reason) return paragraph(`Several answers: no estimate, because ${REASONS[reason]}`, width)
  const none = interval![0] <= 0 ? ' This includes 0 %, so no effect is shown.' : ''
  return paragraph(
    `The same contestant's other answers to a prompt change the outcome of ${percent(Math.max(0, share!))} (${range(interval)}) of votes.${none} Two votes on the same pair and prompt disagree in ${percent(different!)} on different answers, and in ${percent(equal!)} on equal ones; from ${withCommas(votes)} votes on ${withCommas(prompts)} prompts.`,
    width,
  )
}

/** Notices of events, and where their delivery stands. */
export const en = {
  title: 'Notices',
  sentTo: (host: string) => `They are sent to ${host}.`,
  sentNowhere: 'They are sent nowhere: DEADHEAT_NOTICES_URL is not set.',
  event: 'Event',
  at: 'When',
  delivery: 'Delivery',
  states: {
    waiting: 'not delivered yet',
    delivered: 'delivered',
    failed: 'given up',
  },
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  next: (moment: string) => `next attempt ${moment}`,
}

import { countWithNoun } from '../ui/figures.ts'

/** The operator's pages: signing in, the list of arenas, and a new one from files. */
export const admin = {
  visibility: {
    public: 'everybody',
    link: 'anybody with the link',
    private: 'operators',
  },
  runStatus: {
    running: 'running',
    paused: 'paused',
    cancelled: 'cancelled',
    budget_reached: 'budget reached',
    done: 'done',
  },
  gone: (name: string) => `${name} has changed on disk and can no longer be read. Choose it again.`,
  problems: (count: number) => (count === 1 ? '1 problem to fix first' : `${count} problems to fix first`),
  warnings: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`),
  kinds: {
    arena: 'Settings',
    contestants: 'Contestants',
    prompts: 'Prompts',
    judges: 'Judges',
    checks: 'Checks',
    providers: 'Providers',
  },
  hows: {
    added: (content: string) => `${content} added`,
    changed: (content: string) => `${content} changed`,
    removed: (content: string) => `${content} no longer in use`,
    restored: (content: string) => `${content} in use again`,
  },
}

/** Named tokens of operators. */
export const tokens = {
  roleHow: {
    read: 'Sees all that operators see, with the names of invited people, and changes nothing.',
    run: 'Also runs what is set up: judging, challenges, invitations, quarantine.',
    admin: 'Does everything: creates, changes and removes arenas, and makes tokens.',
  },
}

/** Where the key of a provider is from. */
export const keys = {
  from: {
    environment: 'in the environment',
    page: 'set here',
    unreadable: 'set here, but the data folder has another sealing key: set it again',
    none: 'not set',
  },
}

/** What is noticed in the lists of operators, and how they are searched. */
export const findings = {
  unanswered: (n: number) => `${countWithNoun(n, 'prompt')} without an answer`,
  leaks: (n: number) => `${countWithNoun(n, 'answer names', 'answers name')} a model`,
  leaksOrAsks: (n: number) => `${countWithNoun(n, 'leak')}: a model is named or asked for`,
}

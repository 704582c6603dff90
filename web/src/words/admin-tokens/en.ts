/** Named tokens of operators. */
export const en = {
  title: 'Tokens of operators',
  how: 'A token of their own for each person or program. The log says whose token did what. The admin token stays beside them.',
  name: 'For whom',
  role: 'Role',
  roles: { read: 'read', run: 'run', admin: 'admin' },
  roleHow: {
    read: 'Sees all that operators see, with the names of invited people, and changes nothing.',
    run: 'Also runs what is set up: judging, challenges, schedules, invitations, quarantine.',
    admin: 'Does everything: creates, changes and removes arenas, and makes tokens.',
  },
  make: 'Make token',
  made: 'Made',
  state: 'State',
  holds: 'valid',
  withdrawnAt: (moment: string) => `withdrawn ${moment}`,
  withdraw: 'Withdraw',
  newToken: (name: string) => `New token for ${name}`,
  onlyNow: 'It is shown only once. The server stores only its hash.',
  copy: 'Copy the new token',
  ended: (name: string) => `The token of ${name} no longer opens anything.`,
}

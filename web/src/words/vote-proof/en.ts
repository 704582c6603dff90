/** Proof of work for a vote. */
export const en = {
  solving: 'This arena asks your browser for a short computation. Your vote is sent when it is done.',
  slow: 'The computation takes long on this device. Keep this page open, and your vote is sent. Or skip the pair.',
  progress: 'Computation for your vote',
  cannot: {
    insecure:
      'This arena asks your browser for a short computation, which needs a secure connection. Open this page with https to vote.',
    unsupported:
      'This arena asks your browser for a short computation, and this browser cannot do it in the background. Use a current browser to vote.',
    stopped: 'The computation for your vote stopped. Try again, or reload the page.',
  },
}

/** Whether a board rests on people's votes, which alone say what the side on the screen is worth. */
export const isOfPeople = (source: string): boolean => source === 'humans' || source === 'powered'

/** Whether the board of a source rests on people's votes. Only those can show an effect of the side on the screen. */
export const isOfPeople = (source: string): boolean => source === 'humans' || source === 'powered'

/** Required values of options. */
export const argumentValues = {
  must_be_hold_out: 'It must be a share from 0 to below 1, category:NAME,… or prompts:ID,….',
  must_be_share: 'It must be a number between 0 and 1: 0.8 for 80 %.',
  must_be_win_rate: 'It must be a number above 0.5, at most 1: 0.55 for 55 %.',
  must_be_source: 'It must be humans, judges, judge:NAME, majority or powered.',
  must_be_delta: 'It must be a number between 0 and 0.5, such as 0.03.',
  must_be_dollars: 'It must be an amount of US dollars above 0.',
  must_be_whole_number: ({ range }: { range: string }) => `It must be a whole number, ${range}.`,
  must_be: ({ must }: { must: string }) => `It must be ${must}.`,
  must_be_plot_file: 'It must end in .svg or .png.',
  must_be_name_and_value: 'It must be NAME=VALUE with a number for VALUE.',
}

import type { argumentValues as en } from '../en/arguments.ts'

export const argumentValues: typeof en = {
  must_be_hold_out: 'Es muss ein Anteil ab 0 und unter 1 sein, category:NAME,… oder prompts:ID,….',
  must_be_share: 'Es muss eine Zahl zwischen 0 und 1 sein: 0.8 für 80 %.',
  must_be_win_rate: 'Es muss eine Zahl über 0.5 und höchstens 1 sein: 0.55 für 55 %.',
  must_be_source: 'Es muss humans, judges, judge:NAME, majority oder powered sein.',
  must_be_delta: 'Es muss eine Zahl zwischen 0 und 0.5 sein, wie 0.03.',
  must_be_dollars: 'Es muss ein Betrag in US-Dollar über 0 sein.',
  must_be_whole_number: ({ range }) => `Es muss eine ganze Zahl sein, ${range}.`,
  must_be: ({ must }) => `Es muss sein: ${must}.`,
  must_be_plot_file: 'Es muss auf .svg oder .png enden.',
  must_be_name_and_value: 'Es muss NAME=WERT sein, mit einer Zahl als WERT.',
}

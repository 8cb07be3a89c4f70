import { helpPage } from '#contract/discuss/help.ts'
import type { Slice } from '#server/slice.ts'
import { helpAnswers } from './answers.ts'

export const help: Slice = {
  name: 'help',
  answers: helpAnswers,
  pages: [
    { name: 'help', address: '/help', operation: helpPage },
    { name: 'help-topic', address: '/help/:topic', operation: helpPage },
  ],
}

import { helpPage } from '#contract/discuss/help.ts'
import { discussTitles } from '#contract/discuss/page-titles.ts'
import { page } from '#server/page-address.ts'
import { summaryOf } from '#server/platform/text/summary.ts'
import type { Slice } from '#server/slice.ts'
import { helpAnswers } from './answers.ts'

export const help: Slice = {
  name: 'help',
  answers: helpAnswers,
  pages: [
    {
      name: 'help',
      address: '/help',
      operation: helpPage,
      title: discussTitles.help,
      module: 'discuss/help/HelpPage.tsx',
    },
    page({
      name: 'help-topic',
      address: '/help/:topic',
      operation: helpPage,
      title: ({ title }) => discussTitles.helpTopic(title),
      description: ({ html }) => summaryOf(html),
      module: 'discuss/help/HelpPage.tsx',
    }),
  ],
}

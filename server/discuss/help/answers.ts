import { helpPage } from '#contract/discuss/help.ts'
import { NotFound } from '#server/errors.ts'
import { answer } from '#server/slice.ts'
import { helpTopics } from './help-topics.ts'
import { showHelp, showSiteText } from './show.ts'

export const helpAnswers = [
  answer(helpPage, {
    for: 'anyone',
    run: async (ctx, { topic = helpTopics[0][0] }) => {
      const found = helpTopics.find(([name]) => name === topic)
      if (found === undefined) throw new NotFound('Page')
      const [name, title] = found
      const topics = helpTopics.map(([each, itsTitle]) => ({ topic: each, title: itsTitle }))
      return { topic: name, title, html: await showHelp(ctx, name), siteHtml: await showSiteText(ctx), topics }
    },
  }),
]

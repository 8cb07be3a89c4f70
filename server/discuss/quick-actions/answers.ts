import * as contract from '#contract/discuss/completion.ts'
import { previewMarkdown } from '#contract/discuss/markdown.ts'
import type { Context } from '#server/context.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { previewSuggestions } from '#server/discuss/suggestions/preview.ts'
import { Unauthenticated } from '#server/errors.ts'
import { eitherByPath } from '#server/foundation/namespaces/find-place.ts'
import { allEmoji } from '#server/platform/markdown/emoji.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { answer } from '#server/slice.ts'
import { type CompletionPlace, commands, issues, labels, members, milestones } from './complete.ts'
import { actionsFor, commandsIn, explainCommands } from './run.ts'
import { targetOfText } from './target.ts'

interface QuickActionsQuery {
  readonly type?: string
  readonly typeId?: number
  readonly search?: string
}

export const quickActionsAnswers = [
  answer(contract.completeMembers, {
    about: eitherByPath,
    // Only readers of the members may know the participants.
    ability: 'project:read-members',
    run: async (ctx, project, input) => {
      signedIn(ctx)
      return members(ctx, project, await targetOf(ctx, project, input), input.search ?? '')
    },
  }),
  answer(contract.completeIssues, {
    about: eitherByPath,
    ability: 'project:read-issues',
    run: (ctx, project, { search, confidentialOnly }) => issues(ctx, project, search ?? '', confidentialOnly ?? false),
  }),
  answer(contract.completeLabels, {
    about: eitherByPath,
    ability: 'project:read-labels',
    run: async (ctx, project, input) => labels(ctx, project, await targetOf(ctx, project, input), input.search ?? ''),
  }),
  answer(contract.completeMilestones, {
    about: eitherByPath,
    ability: 'project:read-milestones',
    run: (ctx, project, { search }) => milestones(ctx, project, search ?? ''),
  }),
  answer(contract.completeCommands, {
    about: eitherByPath,
    ability: 'project:read',
    run: async (ctx, project, input) => {
      const target = await targetOf(ctx, project, input)
      if (target === null) return []
      const offered = [...new Set(actionsFor(ctx, target).values())].filter(action => action.isOffered(target))
      const listed = await Promise.all(offered.map(action => action.isListed?.(ctx, target) ?? true))
      return commands(offered.filter((_action, at) => listed[at]))
    },
  }),
  answer(contract.completeEmojis, {
    about: eitherByPath,
    ability: 'project:read',
    run: async (_ctx, _project, { search }) =>
      search === undefined || search === '' ? everyEmoji() : emojiLike(search),
  }),
  answer(previewMarkdown, {
    about: eitherByPath,
    ability: 'project:read',
    run: async (ctx, project, { text, targetType, targetId, ...onLine }) => {
      signedIn(ctx)
      const target = await targetOfText(ctx, project, targetType, targetId)
      const { text: rest, commands: found } = target === null ? { text, commands: [] } : commandsIn(ctx, target, text)
      const rendered = await renderText(ctx, project, rest)
      const [body = ''] = await redactFor(ctx, [rendered.html])
      const sentences = target === null ? [] : await explainCommands(ctx, target, found)
      return {
        body,
        references: {
          users: rendered.mentionedUsernames,
          suggestions: target === null ? [] : await previewSuggestions(ctx, project.id, target.type, rest, onLine),
          commands: sentences.map(sentence => `<p>${escapeHtml(sentence)}</p>`).join(''),
        },
      }
    },
  }),
]

const targetOf = (ctx: Context, project: CompletionPlace, { type, typeId }: QuickActionsQuery) =>
  targetOfText(ctx, project, type, typeId)

function signedIn(ctx: Context): void {
  if (ctx.actor.kind === 'anonymous') throw new Unauthenticated()
}

const shown = ({ name, unicode, description }: { name: string; unicode: string; description: string }) => ({
  name,
  unicode,
  description,
})

let every: RawJson | undefined
const everyEmoji = (): RawJson => {
  every ??= new RawJson(JSON.stringify(allEmoji().map(shown)))
  return every
}

const emojiLike = (search: string) =>
  allEmoji()
    .filter(emoji => emoji.name.includes(search.toLowerCase()) || emoji.description.includes(search.toLowerCase()))
    .slice(0, 50)
    .map(shown)

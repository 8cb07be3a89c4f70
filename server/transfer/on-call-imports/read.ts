import {
  type OnCallTool,
  onCallImportLimits,
  onCallToolNames,
  onCallTools,
} from '#contract/transfer/on-call-import-rules.ts'
import { Invalid } from '#server/errors.ts'
import { isOfGrafana, readGrafana } from './grafana.ts'
import { isOfOpsgenie, readOpsgenie } from './opsgenie.ts'
import { type PagerdutyObjects, pagerdutyIn, readPagerduty } from './pagerduty.ts'
import { isFields, listOf, type Notice, type OnCallSource, type ToolFields, textOf } from './source.ts'

interface ReadFiles extends OnCallSource {
  readonly tools: readonly OnCallTool[]
}

const toolsListed = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  onCallTools.map(tool => onCallToolNames[tool]),
)

/** Read the files of an import. @throws Invalid  one is no JSON, or none is of a known tool */
export function readFiles(texts: readonly string[]): ReadFiles {
  const opsgenie: ToolFields[] = []
  const grafana: ToolFields[] = []
  const pagerduty: PagerdutyObjects[] = []
  const notices: Notice[] = []
  for (const [index, text] of texts.entries()) {
    const place = `File ${index + 1}`
    const file = parsed(text, index)
    const ofPagerduty = isFields(file) ? pagerdutyIn(file) : null
    if (ofPagerduty !== null) {
      pagerduty.push(ofPagerduty)
      continue
    }
    const items = itemsOf(file)
    const [ofOpsgenie, ofGrafana] = [items.filter(isOfOpsgenie), items.filter(isOfGrafana)]
    opsgenie.push(...ofOpsgenie)
    grafana.push(...ofGrafana)
    if (ofOpsgenie.length + ofGrafana.length === 0)
      notices.push({ place, reason: `It has no schedules, policies or users of ${toolsListed}` })
  }
  const sources = [
    { tool: 'opsgenie' as const, source: opsgenie.length === 0 ? null : readOpsgenie(opsgenie) },
    {
      tool: 'pagerduty' as const,
      source:
        pagerduty.length === 0
          ? null
          : readPagerduty({
              schedules: pagerduty.flatMap(({ schedules }) => schedules),
              policies: pagerduty.flatMap(({ policies }) => policies),
              users: pagerduty.flatMap(({ users }) => users),
            }),
    },
    { tool: 'grafana' as const, source: grafana.length === 0 ? null : readGrafana(grafana) },
  ].flatMap(({ tool, source }) => (source === null ? [] : [{ tool, source }]))
  const all = sources.map(({ source }) => source)
  const read = {
    schedules: all.flatMap(({ schedules }) => schedules),
    policies: all.flatMap(({ policies }) => policies),
    people: all.flatMap(({ people }) => people),
  }
  if (read.schedules.length + read.policies.length === 0)
    throw new Invalid({ files: [`have no schedules and no policies of ${toolsListed}`] })
  if (Object.values(read).some(list => list.length > onCallImportLimits.items))
    throw new Invalid({
      files: [`have more than ${onCallImportLimits.items} schedules, policies or people. Import them in parts`],
    })
  return {
    ...read,
    tools: sources.map(({ tool }) => tool),
    notices: [...notices, ...all.flatMap(source => source.notices)],
  }
}

function parsed(text: string, index: number): unknown {
  try {
    // Editors of Windows begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new Invalid({ files: [`must be valid JSON: file ${index + 1} is not`] }, { cause: error })
  }
}

/** The objects of a file: a list, the page of an API, or one object. */
function itemsOf(file: unknown): readonly ToolFields[] {
  if (Array.isArray(file)) return listOf(file)
  if (!isFields(file)) return []
  for (const list of [file.data, file.results]) {
    if (Array.isArray(list)) return listOf(list)
    if (isFields(list)) return [list]
  }
  return textOf(file.name) === '' ? [] : [file]
}

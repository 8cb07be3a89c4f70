import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import type { RefUpdate } from '#server/platform/git/writing/update-refs.ts'

declare module '#server/context.ts' {
  interface Plugs {
    /** Absent where no slice acts on push options. */
    readonly pushOptions?: readonly PushOptionsHandler[]
  }
}

/**
 * Acts on the options of a push once its refs have moved. Without options of a merge request it runs while the push is still being
 * recorded, and may only read.
 */
export interface PushOptionsHandler {
  /** Whether there is anything for it in them. */
  readonly concerns: (options: PushOptions) => boolean
  /**
   * @returns sentences for the pusher; git shows them as `remote: …`
   * @throws a failure by name: its message is shown to the pusher, the push stands
   */
  readonly run: (ctx: Context, push: PushWithOptions) => Promise<readonly string[]>
}

export interface PushWithOptions {
  readonly project: Allowed<'project:push-code', ProjectRow>
  /** The refs that have moved. */
  readonly refs: readonly RefUpdate[]
  readonly options: PushOptions
}

/** The options of `git push -o …`. */
export interface PushOptions {
  /** Null where no option is about merge requests. */
  readonly mergeRequest: MergeRequestPushOptions | null
  readonly ci: {
    readonly skip: boolean
    readonly variables: Readonly<Record<string, string>>
    readonly inputs: Readonly<Record<string, string>>
  }
  /** The options as webhooks tell them. */
  readonly told: ToldPushOptions
}

/**
 * The value by area and option, true without one; for options that can be given several times, the number of times each
 * value was.
 */
export type ToldPushOptions = Readonly<
  Record<string, Readonly<Record<string, string | true | Readonly<Record<string, number>>>>>
>

/** `merge_request.…`; null where an option was not given. */
export interface MergeRequestPushOptions {
  readonly create: boolean
  /** The target branch. */
  readonly target: string | null
  /** A project by its path or id. */
  readonly targetProject: string | null
  readonly title: string | null
  readonly description: string | null
  readonly draft: boolean
  /** The option is also named `merge_when_pipeline_succeeds`. */
  readonly autoMerge: boolean
  readonly removeSourceBranch: boolean | null
  readonly squash: boolean | null
  readonly milestone: string | null
  readonly labels: readonly string[]
  readonly unlabels: readonly string[]
  /** Usernames or ids. */
  readonly assign: readonly string[]
  readonly unassign: readonly string[]
}

const nothing: PushOptions = { mergeRequest: null, ci: { skip: false, variables: {}, inputs: {} }, told: {} }

/**
 * Read the options of a push.
 *
 * @param lines  as they were given: `merge_request.target=main`
 * @returns the options, and sentences about lines that mean nothing here
 * @source gitprotocol-pack(5)
 */
export function readPushOptions(lines: readonly string[]): {
  readonly options: PushOptions
  readonly notices: readonly string[]
} {
  if (lines.length === 0) return { options: nothing, notices: [] }
  const request: Writable<MergeRequestPushOptions> = {
    ...{ create: false, target: null, targetProject: null, title: null, description: null, draft: false },
    ...{ autoMerge: false, removeSourceBranch: null, squash: null, milestone: null },
    ...{ labels: [], unlabels: [], assign: [], unassign: [] },
  }
  const ci: Writable<PushOptions['ci']> = { skip: false, variables: {}, inputs: {} }
  let isAboutRequest = false
  const told: PushOption[] = []
  const notices: string[] = []
  for (const line of lines) {
    const equals = line.indexOf('=')
    const name = equals < 0 ? line : line.slice(0, equals)
    const value = equals < 0 ? null : line.slice(equals + 1)
    const [area, option = ''] = splitOnce(name, '.')
    const isKnown =
      area === 'merge_request' || area === 'mr'
        ? readRequestOption(request, option, value)
        : area === 'ci'
          ? readCiOption(ci, option, value)
          : ignored.includes(area)
    if (area === 'merge_request' || area === 'mr') isAboutRequest ||= isKnown
    if (isKnown) told.push({ area: area === 'mr' ? 'merge_request' : area, option, value })
    if (!isKnown) notices.push(`The push option ${shown(name)} is unknown or has no value`)
  }
  return {
    options: { mergeRequest: isAboutRequest ? request : null, ci, told: toldOf(told) },
    notices: notices.slice(0, maxNotices),
  }
}

interface PushOption {
  readonly area: string
  readonly option: string
  readonly value: string | null
}

/** Options that add to a list. */
const repeatable: readonly string[] = [
  ...['ci.variable', 'ci.input', 'merge_request.label', 'merge_request.unlabel'],
  ...['merge_request.assign', 'merge_request.unassign'],
]

/** @source GitLab's docs, push events of webhooks */
function toldOf(given: readonly PushOption[]): ToldPushOptions {
  // A name such as __proto__ is only a name.
  const grouped = <Key extends keyof PushOption>(list: readonly PushOption[], key: Key) => [
    ...Map.groupBy(list, each => each[key] ?? ''),
  ]
  const toldValue = (area: string, option: string, list: readonly PushOption[]) =>
    repeatable.includes(`${area}.${option}`)
      ? Object.fromEntries(grouped(list, 'value').map(([value, same]) => [value, same.length]))
      : list.at(-1)?.value || true
  return Object.fromEntries(
    grouped(given, 'area').map(([area, ofArea]) => [
      area,
      Object.fromEntries(grouped(ofArea, 'option').map(([option, list]) => [option, toldValue(area, option, list)])),
    ]),
  )
}

/** Options of the contract for parts that this server does not have. */
const ignored: readonly string[] = ['integrations', 'secret_push_protection', 'security_policy']
const maxNotices = 10

type Writable<T> = { -readonly [K in keyof T]: T[K] }

function readRequestOption(to: Writable<MergeRequestPushOptions>, option: string, value: string | null): boolean {
  switch (option) {
    case 'create':
    case 'draft':
      to[option] = true
      return true
    case 'auto_merge':
    case 'merge_when_pipeline_succeeds':
      to.autoMerge = true
      return true
    case 'remove_source_branch':
      to.removeSourceBranch = isYes(value)
      return true
    case 'squash':
      to.squash = isYes(value)
      return true
    case 'target':
    case 'title':
    case 'milestone':
      to[option] = value
      return value !== null
    case 'target_project':
      to.targetProject = value
      return value !== null
    case 'description':
      // An option is one line: git has no other way to write a line break.
      to.description = value?.replaceAll('\\n', '\n') ?? null
      return value !== null
    case 'label':
    case 'unlabel': {
      const list = option === 'label' ? 'labels' : 'unlabels'
      to[list] = value === null ? to[list] : [...to[list], value]
      return value !== null
    }
    case 'assign':
    case 'unassign':
      to[option] = value === null ? to[option] : [...to[option], value.replace(/^@/, '')]
      return value !== null
    default:
      return false
  }
}

function readCiOption(to: Writable<PushOptions['ci']>, option: string, value: string | null): boolean {
  if (option === 'skip' || option === 'no_pipeline') {
    to.skip = true
    return true
  }
  if ((option !== 'variable' && option !== 'input') || value === null) return false
  const [name, text] = splitOnce(value, '=')
  if (name === '' || text === undefined) return false
  const list = option === 'variable' ? 'variables' : 'inputs'
  // A name such as __proto__ is only a name.
  to[list] = Object.fromEntries([...Object.entries(to[list]), [name, text]])
  return true
}

const isYes = (value: string | null): boolean => value === null || !/^(?:false|0|no)$/i.test(value)

function splitOnce(text: string, sign: string): [string, string?] {
  const at = text.indexOf(sign)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + sign.length)]
}

const shown = (name: string): string => name.replace(/[^\x20-\x7e]/g, '?').slice(0, 100)

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type {
  DraftFacts,
  IssuableFacts,
  NamespaceFacts,
  NoteFacts,
  Subject,
  Subjects,
  UserFacts,
} from '#server/access/facts.ts'
import { type Ability, abilities, may } from '#server/access/may.ts'
import { type Actor, anonymous } from '#server/context.ts'

const file = join(import.meta.dirname, '../../server/access/matrix.txt')

const cast: readonly (readonly [string, number])[] = [
  ['anon', 0],
  ['nina', 0],
  ['gus', 10],
  ['pia', 15],
  ['rita', 20],
  ['dan', 30],
  ['mina', 40],
  ['olga', 50],
  ['root', 0],
]

const actorOf = (name: string): Actor =>
  name === 'anon'
    ? anonymous
    : { kind: 'user', id: 100 + name.length, username: name, name, isAdmin: name === 'root', isExternal: false }

const namespace = (
  kind: NamespaceFacts['kind'],
  visibility: NamespaceFacts['visibility'],
  level: number,
  archived = false,
): NamespaceFacts => ({
  id: 1,
  kind,
  visibility,
  level,
  hasMembershipBelow: false,
  archived,
  pendingDeletion: false,
  ownerId: null,
  issues: 'enabled',
  repository: 'enabled',
  mergeRequests: 'enabled',
  environments: 'enabled',
  releases: 'enabled',
  featureFlags: 'enabled',
  projectCreation: 'developer',
  subgroupCreation: 'maintainer',
})

const issue = (place: NamespaceFacts, more: Partial<IssuableFacts> = {}): IssuableFacts => ({
  namespace: place,
  type: 'issue',
  confidential: false,
  hidden: false,
  locked: false,
  state: 'opened',
  authorId: 1,
  isAssignee: false,
  ...more,
})

const note = (noteable: IssuableFacts, more: Partial<NoteFacts> = {}): NoteFacts => ({
  noteable,
  authorId: 1,
  internal: false,
  system: false,
  ...more,
})

/** The situations that change an answer, for each subject. */
function situations(subject: Subject, level: number): readonly (readonly [string, Subjects[Subject]])[] {
  const places = (kind: NamespaceFacts['kind']) =>
    [
      ['private', namespace(kind, 'private', level)],
      ['internal', namespace(kind, 'internal', level)],
      ['public', namespace(kind, 'public', level)],
      ['archived', namespace(kind, 'public', level, true)],
    ] as const
  const inPrivate = namespace('project', 'private', level)
  const inPublic = namespace('project', 'public', level)
  switch (subject) {
    case 'namespace':
    case 'group':
      return places('group')
    case 'project':
    case 'label':
    case 'milestone':
    case 'board':
      return places('project')
    case 'issuable':
      return [
        ...places('project').map(([name, place]) => [name, issue(place)] as const),
        ['confidential', issue(inPublic, { confidential: true })],
        ['locked', issue(inPublic, { locked: true })],
        ['incident', issue(inPrivate, { type: 'incident' })],
        ['hidden', issue(inPublic, { hidden: true })],
        ['assigned', issue(inPublic, { isAssignee: true, confidential: true })],
      ]
    case 'note':
      return [
        ...places('project').map(([name, place]) => [name, note(issue(place))] as const),
        ['internal note', note(issue(inPublic), { internal: true })],
        ['system note', note(issue(inPublic), { system: true })],
        ['locked', note(issue(inPublic, { locked: true }))],
        ['confidential', note(issue(inPublic, { confidential: true }))],
      ]
    case 'draft': {
      // The author is one of the people with four-letter names.
      const own = (noteable: IssuableFacts): DraftFacts => ({ noteable, authorId: 104 })
      return [
        ...places('project').map(([name, place]) => [`own, ${name}`, own(issue(place))] as const),
        ['own, locked', own(issue(inPublic, { locked: true }))],
        ['own, confidential', own(issue(inPublic, { confidential: true }))],
        ['of another', { noteable: issue(inPublic), authorId: 1 }],
      ]
    }
    case 'user':
      return [['somebody', { id: 1, state: 'active' } satisfies UserFacts]]
    default:
      return subject satisfies never
  }
}

function matrix(): string {
  const lines: string[] = [
    '# Who may do what, by ability and situation. Written by test/rules/matrix.test.ts from the rules themselves.',
    '',
  ]
  for (const ability of Object.keys(abilities).sort() as Ability[]) {
    const subject = ability.slice(0, ability.indexOf(':')) as Subject
    lines.push(ability)
    for (const [index, [name]] of situations(subject, 0).entries()) {
      const allowed = cast.filter(([who, level]) => {
        const facts = situations(subject, level)[index]?.[1]
        return facts !== undefined && may(actorOf(who), ability, facts as never)
      })
      lines.push(`  ${name.padEnd(14)} ${allowed.map(([who]) => who).join(' ') || '-'}`)
    }
    lines.push('')
  }
  return lines.join('\n')
}

test('PERM-002 the permission matrix is the reviewed one (UPDATE_MATRIX=1 writes it anew)', () => {
  const now = matrix()
  if (process.env.UPDATE_MATRIX === '1') writeFileSync(file, now)
  expect(now).toBe(readFileSync(file, 'utf8'))
})

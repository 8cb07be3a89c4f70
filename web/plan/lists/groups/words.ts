import { choiceOf, declarationOf, type PlainName, plainNames } from '#contract/plan/attributes/plain-attributes.ts'
import type { GroupWord } from '#contract/plan/lists/group-words.ts'
import type { ListGroupData } from '#web/plan/shapes.ts'

const ownLabels: Readonly<Partial<Record<GroupWord, string>>> = {
  assignee: 'Assignee',
  reviewer: 'Reviewer',
  author: 'Author',
  milestone: 'Milestone',
  iteration: 'Iteration',
  epic: 'Epic',
  parent: 'Parent epic',
  label: 'Label',
  type: 'Type',
  project: 'Project',
  action: 'Reason',
  state: 'State',
  target_branch: 'Target branch',
}

const plainNameOf = (by: GroupWord): PlainName | undefined =>
  plainNames.find(each => declarationOf(each).filter?.word === by)

/** The name of an attribute in the menu “Group by”. */
export function groupLabel(by: GroupWord): string {
  const plain = plainNameOf(by)
  return ownLabels[by] ?? (plain === undefined ? by : declarationOf(plain).label)
}

/**
 * The name of a group: "Ann Thread", "High - S2", "No milestone".
 *
 * @param scope  of labels, if the list is grouped only by these
 */
export function groupTitle(by: GroupWord, { name, person }: ListGroupData, scope: string | undefined): string {
  if (person !== null) return person.name
  if (name === null) return scope === undefined ? `No ${groupLabel(by).toLowerCase()}` : `No ${scope} label`
  if (by === 'type' || by === 'state') return stateNames[name] ?? capitalized(name)
  const plain = plainNameOf(by)
  return plain === undefined ? name : (choiceOf(plain, name)?.label ?? `${declarationOf(plain).label} ${name}`)
}

const capitalized = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1).replaceAll('_', ' ')}`

const stateNames: Readonly<Record<string, string>> = { opened: 'Open' }

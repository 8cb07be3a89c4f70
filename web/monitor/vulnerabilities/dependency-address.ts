import { dependencyWords } from '#contract/monitor/vulnerabilities/dependency-words.ts'
import type { Search } from '#web/api/router/search.ts'

const wordOf = (word: unknown): string | undefined =>
  typeof word === 'string' && word.trim() !== '' ? word.trim() : undefined

/** The input of the list of a project for its address. */
export function dependenciesInput(namespace: string, search: Search) {
  const { affected } = dependencyWords(search)
  const [words, cursor] = [wordOf(search.search), wordOf(search.cursor)]
  return {
    namespace,
    ...(words !== undefined && { search: words }),
    ...(affected === true && { affected }),
    ...(cursor !== undefined && { cursor }),
  }
}

/** The input of the list of a group for its address. */
export function groupDependenciesInput(namespace: string, search: Search) {
  const { affected, version, compare } = dependencyWords(search)
  const [name, cursor] = [wordOf(search.package), wordOf(search.cursor)]
  return {
    namespace,
    ...(name !== undefined && { package: name }),
    ...(version !== undefined && { version }),
    ...(compare !== undefined && { compare }),
    ...(affected === true && { affected }),
    ...(cursor !== undefined && { cursor }),
  }
}

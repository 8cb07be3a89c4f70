import { AlertIcon } from '@primer/octicons-react'
import { useMemo } from 'react'
import { hasUnwanted } from '#contract/code/unwanted-characters.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import styles from './UnwantedWarning.module.css'

/** @returns whether the name of a file, or one of its lines, has characters that mislead its readers */
export function useHasUnwanted(path: string, lines: readonly string[]): boolean {
  return useMemo(() => [path, ...lines].some(hasUnwanted), [path, lines])
}

/** Above the lines of a file whose marked characters should be looked at. */
export function UnwantedWarning() {
  return (
    <p role="note" className={styles.warning}>
      <AlertIcon className={styles.icon} />
      <span>
        This file or its name contains hidden, bidirectional or lookalike characters, so it can read differently from
        how it runs. They are marked. <TextLink href="/help/hidden_characters">Learn more</TextLink>
      </span>
    </p>
  )
}

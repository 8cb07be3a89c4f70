import styles from './news.module.css'
import { useIsNew } from './use-news.ts'

/** On a comment: it came since the last visit. */
export function NewDot({ note }: { readonly note: { readonly id: string } }) {
  return useIsNew([note]) ? <span role="img" aria-label="New" title="New" className={styles.dot} /> : null
}

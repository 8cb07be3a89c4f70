import styles from './news.module.css'

/** On a comment: it came since the last visit. */
export function NewDot() {
  return <span role="img" aria-label="New" title="New" className={styles.dot} />
}

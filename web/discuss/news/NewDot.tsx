import styles from './news.module.css'

/** The mark of a comment that arrived since the last visit. */
export function NewDot() {
  return <span role="img" aria-label="New" title="New" className={styles.dot} />
}

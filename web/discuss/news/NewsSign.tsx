import type { News } from '#contract/discuss/read-marks.ts'
import styles from './news.module.css'

/** The sign on a row of a list: a dot, and the number of comments since the last visit. */
export function NewsSign({ news }: { readonly news: News | null }) {
  if (news === null) return null
  const words = [
    ...(news.comments === 0 ? [] : [`${news.comments} new ${news.comments === 1 ? 'comment' : 'comments'}`]),
    ...(news.isDescriptionEdited ? ['description edited'] : []),
  ].join(', ')
  const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)} since your last visit`
  return (
    <span className={styles.sign} title={sentence}>
      <span role="img" aria-label={sentence} className={styles.dot} />
      {news.comments > 0 && <span aria-hidden="true">{news.comments < maxCounted ? news.comments : '99+'}</span>}
    </span>
  )
}

const maxCounted = 100

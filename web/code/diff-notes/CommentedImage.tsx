import { useState } from 'react'
import type { Position } from '#contract/discuss/positions.ts'
import { percentsOf } from '../diff/images/image-point.ts'
import { nameOf, rawHref } from '../shared/addresses.ts'
import styles from './CommentedImage.module.css'

interface CommentedImageProps {
  readonly namespace: string
  readonly position: Extract<Position, { positionType: 'image' }>
}

/** The image that a thread was started on, small, with the pin. */
export function CommentedImage({ namespace, position }: CommentedImageProps) {
  const { baseSha, headSha, oldPath, newPath } = position
  // A position does not say whether its file was deleted: then the image is in the base alone.
  const [step, setStep] = useState<'head' | 'base' | 'failed'>('head')
  if (step === 'failed') return null
  const [sha, path] = step === 'head' ? [headSha, newPath] : [baseSha, oldPath]
  const { xPercent, yPercent } = percentsOf(position)
  return (
    <div className={styles.excerpt}>
      <span className={styles.picture}>
        <img
          src={rawHref({ namespace }, sha, path)}
          alt={nameOf(path)}
          loading="lazy"
          width={position.width}
          height={position.height}
          onError={() => setStep(step === 'head' ? 'base' : 'failed')}
        />
        <span className={styles.pin} style={{ left: `${xPercent}%`, top: `${yPercent}%` }} />
      </span>
    </div>
  )
}

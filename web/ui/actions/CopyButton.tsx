import { CheckIcon, CopyIcon } from '@primer/octicons-react'
import { useEffect, useState } from 'react'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { copyText } from './copy-text.ts'
import { IconButton } from './IconButton.tsx'

interface CopyButtonProps {
  readonly text: string
  /** "Copy reference". */
  readonly label: string
  readonly size?: 's' | 'm'
}

const thanksMs = 2_000

export function CopyButton({ text, label, size = 's' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none')

  useEffect(() => {
    if (outcome === 'none') return
    const timer = setTimeout(() => setOutcome('none'), thanksMs)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = () => copyText(text).then(done => setOutcome(done ? 'copied' : 'failed'))
  return (
    <>
      <IconButton
        label={outcome === 'copied' ? 'Copied' : label}
        icon={outcome === 'copied' ? <CheckIcon /> : <CopyIcon />}
        size={size}
        onClick={copy}
      />
      <span aria-live="polite">
        {outcome !== 'none' && <VisuallyHidden>{outcome === 'copied' ? 'Copied' : 'Could not copy'}</VisuallyHidden>}
      </span>
    </>
  )
}

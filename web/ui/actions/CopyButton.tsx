import { AlertIcon, CheckIcon, CopyIcon } from '@primer/octicons-react'
import { useEffect, useState } from 'react'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import { copyOutcome, copyOutcomeMs, copyText } from './copy-text.ts'
import { IconButton } from './IconButton.tsx'

interface CopyButtonProps {
  readonly text: string
  /** "Copy reference". */
  readonly label: string
  readonly size?: 's' | 'm'
}

/** @source REF-002, REF-003 */
export function CopyButton({ text, label, size = 's' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none')

  useEffect(() => {
    if (outcome === 'none') return
    const timer = setTimeout(() => setOutcome('none'), copyOutcomeMs)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = () => copyText(text).then(done => setOutcome(done ? 'copied' : 'failed'))
  return (
    <>
      <IconButton
        label={copyOutcome[outcome] ?? label}
        icon={outcome === 'copied' ? <CheckIcon /> : outcome === 'failed' ? <AlertIcon /> : <CopyIcon />}
        size={size}
        tellsOutcome={outcome !== 'none'}
        onClick={copy}
      />
      <span aria-live="polite">{outcome !== 'none' && <VisuallyHidden>{copyOutcome[outcome]}</VisuallyHidden>}</span>
    </>
  )
}

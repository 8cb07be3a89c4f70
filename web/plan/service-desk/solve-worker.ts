/// <reference lib="webworker" />
import { startsWithZeroBits } from './sha256.ts'

export interface PuzzleWish {
  readonly puzzle: string
  readonly zeroBits: number
}

declare const self: DedicatedWorkerGlobalScope

self.onmessage = ({ data: { puzzle, zeroBits } }: MessageEvent<PuzzleWish>) => {
  let answer = 0
  while (!startsWithZeroBits(`${puzzle}:${answer}`, zeroBits)) answer += 1
  self.postMessage(answer)
}

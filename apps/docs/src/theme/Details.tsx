// biome-ignore lint/correctness/noUndeclaredDependencies: what Docusaurus would use without this file
import Original from '@theme-original/Details'
import { type ComponentProps, useState } from 'react'

/** Renders its content when it is opened for the first time: examples of the API would be half of the HTML. */
export default function Details({ children, ...rest }: ComponentProps<typeof Original>) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <Original {...rest} onClickCapture={() => setWasOpened(true)}>
      {wasOpened && children}
    </Original>
  )
}

import { createContext, useContext } from 'react'

export const ReadOnlyForm = createContext(false)

/** Whether the form around can only be read. For what a disabled fieldset does not reach: sliders and pill inputs. */
export const useReadOnly = (): boolean => useContext(ReadOnlyForm)

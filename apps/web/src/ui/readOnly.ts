import { createContext, useContext } from 'react'

export const ReadOnlyForm = createContext(false)

/** Whether the surrounding form is read-only. For inputs that ignore a disabled fieldset: sliders and pill inputs. */
export const useReadOnly = (): boolean => useContext(ReadOnlyForm)

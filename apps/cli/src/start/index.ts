export const start = async (_: string[]) => 0
export const edge = async (_: string[]) => 0

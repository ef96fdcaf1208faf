import type { FastifyReply } from 'fastify'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** An error in the format of the API, without the cost of a serialiser. */
export const refuse = (reply: FastifyReply, status: number, name: string, message: string) =>
  reply
    .code(status)
    .type(JSON_TYPE)
    .send(JSON.stringify({ name, message, details: [{ message }] }))

export const refuseInput = (reply: FastifyReply, message: string) =>
  refuse(reply, 400, 'BadDataError', message)

export const unknownFlag = (reply: FastifyReply, flag: string) =>
  refuse(reply, 404, 'NotFoundError', `The flag ${flag} does not exist.`)

import { z } from 'zod';

/** The OpenAPI document describes the schema once, by this name. */
export function namedObject<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return z.object(shape).meta({ id });
}

/** Other fields are refused. */
export function namedInput<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return z.strictObject(shape).meta({ id });
}

import { AddressField } from '../../links/address-field.tsx';
import {
  type AddressQuestion,
  answerQuestion,
  closeQuestion,
  removeLink,
} from '../commands/address-question.ts';
import type { VisualView } from '../visual-view.ts';
import { rangeBox } from './range-box.ts';

type Props = { readonly visual: VisualView; readonly question: AddressQuestion };

/** The field of a question for an address, at the text that it is for. */
export function QuestionField({ visual, question }: Props) {
  const { view } = visual;
  return (
    <AddressField
      kind={question.kind}
      anchor={() => rangeBox(view, question)}
      current={question.href}
      onAnswer={(address, words) => {
        const wrong = answerQuestion({ address, words }, view.state, view.dispatch);
        if (wrong === null) view.focus();
        return wrong;
      }}
      onRemove={() => visual.run(removeLink)}
      onCancel={() => visual.run(closeQuestion)}
      onLeave={() => closeQuestion(view.state, view.dispatch)}
    />
  );
}

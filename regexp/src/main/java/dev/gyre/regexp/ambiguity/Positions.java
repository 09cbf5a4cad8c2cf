package dev.gyre.regexp.ambiguity;

import dev.gyre.regexp.ambiguity.Fragment.Way;
import dev.gyre.regexp.syntax.CodePoints;
import dev.gyre.regexp.syntax.Expression;
import dev.gyre.regexp.syntax.Expression.Anchor;
import dev.gyre.regexp.syntax.Expression.BackReference;
import dev.gyre.regexp.syntax.Expression.Capture;
import dev.gyre.regexp.syntax.Expression.Chars;
import dev.gyre.regexp.syntax.Expression.Choice;
import dev.gyre.regexp.syntax.Expression.Look;
import dev.gyre.regexp.syntax.Expression.Repeat;
import dev.gyre.regexp.syntax.Expression.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The positions of an expression (its characters and classes, a counted repeat's as often as it counts) and which may follow
 * which: Glushkov's construction, with anchors as conditions on the links, and with links that are there twice.
 *
 * <ul>
 *   <li>A lookahead is a branch that leads nowhere: the matcher runs it, then goes on from where it began.
 *   <li>A lookbehind is left out; {@link #lookbehinds} are expressions of their own, to be read backwards.
 *   <li>A back reference is another copy of its group.
 *   <li>A repeat that counts far is one that counts less far, or without end.
 * </ul>
 */
final class Positions {
    /** A repeat is unrolled to so many positions at most, all repeats to so many together. */
    private static final int MAX_UNROLLED = 120;

    static final int MAX_POSITIONS = 2500;

    /** Between two positions; the one of {@link Way} is the second. */
    record Link(int from, Way way) {}

    private final boolean isBackwards;
    private final List<CodePoints> sets = new ArrayList<>();
    private final List<@Nullable Repeat> loops = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    private final List<Look> lookbehinds = new ArrayList<>();
    private final Map<Integer, Expression> groups = new HashMap<>();
    private final Deadline deadline;
    private final Map<Repeat, Repeat> outerLoops = new HashMap<>();
    private @Nullable Repeat loop; // the innermost one around what is read
    private int referenceDepth;

    Positions(boolean isBackwards, Deadline deadline) {
        this.isBackwards = isBackwards;
        this.deadline = deadline;
    }

    int size() {
        return sets.size();
    }

    CodePoints set(int position) {
        return sets.get(position);
    }

    /** The innermost repeat around a position, or null. */
    @Nullable
    Repeat loop(int position) {
        return loops.get(position);
    }

    /** The repeat around another one, or null. */
    @Nullable
    Repeat outerLoop(Repeat inner) {
        return outerLoops.get(inner);
    }

    List<Link> links() {
        return links;
    }

    List<Look> lookbehinds() {
        return lookbehinds;
    }

    int add(CodePoints set) {
        if (sets.size() >= MAX_POSITIONS) {
            throw new UndecidedException("it has more than " + MAX_POSITIONS + " positions");
        }
        sets.add(set);
        loops.add(loop);
        return sets.size() - 1;
    }

    void link(List<Way> last, List<Way> first) {
        deadline.check();
        for (Way from : last) {
            for (Way to : first) {
                int edges = from.edges() & to.edges();
                if (edges != 0) {
                    links.add(new Link(
                            from.position(), new Way(to.position(), edges, Math.min(2, from.count() * to.count()))));
                    deadline.count(1);
                }
            }
        }
    }

    Fragment read(Expression expression) {
        return switch (expression) {
            case Chars(CodePoints set) ->
                set.isEmpty() ? new Fragment(List.of(), List.of(), List.of()) : Fragment.of(add(set));
            case Anchor(Anchor.Kind kind) ->
                Fragment.anchor(isBackwards ? Edges.backwards(Edges.of(kind)) : Edges.of(kind));
            case Capture(Expression body, int number) -> {
                groups.put(number, body);
                yield read(body);
            }
            case Sequence(List<Expression> parts) -> sequence(parts);
            case Choice(List<Expression> alternatives) -> choice(alternatives);
            case Repeat repeat -> repeat(repeat);
            case BackReference reference -> reference(reference);
            case Look look -> look(look);
        };
    }

    private Fragment sequence(List<Expression> parts) {
        Fragment whole = Fragment.NOTHING;
        for (Expression part : isBackwards ? parts.reversed() : parts) {
            whole = joined(whole, read(part));
        }
        return whole;
    }

    private Fragment joined(Fragment one, Fragment next) {
        link(one.last(), next.first());
        return one.then(next);
    }

    private Fragment choice(List<Expression> alternatives) {
        Fragment whole = read(alternatives.getFirst());
        for (Expression alternative : alternatives.subList(1, alternatives.size())) {
            whole = whole.or(read(alternative));
        }
        return whole;
    }

    private Fragment repeat(Repeat repeat) {
        if (repeat.max() == 0) {
            return Fragment.NOTHING;
        }
        Repeat around = loop;
        if (repeat.max() < 0 || repeat.max() > 1) {
            loop = repeat;
            if (around != null) {
                outerLoops.put(repeat, around);
            }
        }
        int before = sets.size();
        Fragment body = read(repeat.body());
        int size = Math.max(1, sets.size() - before);
        int copies = Math.max(1, MAX_UNROLLED / size);
        Fragment whole;
        if (repeat.max() < 0 || repeat.max() > copies) {
            whole = endless(repeat, body, Math.min(repeat.min(), copies));
        } else {
            whole = counted(repeat, body);
        }
        loop = around;
        return whole;
    }

    private Fragment endless(Repeat repeat, Fragment body, int min) {
        Fragment whole = Fragment.NOTHING;
        Fragment last = body;
        for (int i = 1; i < min; i++) {
            whole = joined(whole, last);
            last = read(repeat.body());
        }
        link(last.last(), last.first());
        // x+ is x x*, but with one position for both: only an iteration that reads something can be followed by others.
        return joined(whole, min == 0 ? last.star() : last);
    }

    private Fragment counted(Repeat repeat, Fragment body) {
        Fragment whole = Fragment.NOTHING;
        Fragment copy = body;
        for (int i = 0; i < repeat.min(); i++) {
            whole = joined(whole, i == 0 ? copy : read(repeat.body()));
        }
        // x{0,3} is (x(x(x)?)?)?: the ways that leave out the rest must not be counted apart.
        Fragment rest = Fragment.NOTHING;
        for (int i = repeat.max(); i > repeat.min(); i--) {
            Fragment one = i == 1 ? copy : read(repeat.body());
            Fragment consuming = new Fragment(List.of(), one.first(), one.last());
            rest = joined(consuming, rest).optional();
        }
        return joined(whole, rest);
    }

    private Fragment reference(BackReference reference) {
        Fragment whole = null;
        if (referenceDepth < 2) {
            referenceDepth++;
            for (int number : reference.groups()) {
                Expression body = groups.get(number);
                if (body != null) {
                    Fragment copy = read(body);
                    whole = whole == null ? copy : whole.or(copy);
                }
            }
            referenceDepth--;
        }
        return whole == null ? Fragment.NOTHING : whole;
    }

    private Fragment look(Look look) {
        if (look.isAhead() != isBackwards) {
            return read(look.body()).lookedAt();
        }
        if (!look.isAhead()) {
            lookbehinds.add(look);
        }
        return Fragment.NOTHING;
    }
}

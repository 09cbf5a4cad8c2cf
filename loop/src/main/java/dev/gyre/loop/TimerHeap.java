package dev.gyre.loop;

import java.util.Arrays;

/**
 * The started timers: a binary heap by deadline, then by start number. Every timer knows its place, so that stopping
 * one is O(log n) like starting it; the nearest deadline is O(1).
 */
final class TimerHeap {
    private TimerHandle[] heap = new TimerHandle[16];
    private int size;
    private long starts;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** How many times a timer was started; the newest has this number. */
    long starts() {
        return starts;
    }

    /** The timer that falls due first. The heap must not be empty. */
    TimerHandle first() {
        return heap[0];
    }

    /** Whether some timer is due at that time that was started no later than with the given number. */
    boolean isDue(long nowMs, long lastStart) {
        return size > 0 && heap[0].deadlineMs <= nowMs && heap[0].startNumber <= lastStart;
    }

    void add(TimerHandle timer) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        timer.startNumber = ++starts;
        siftUp(size++, timer);
    }

    void remove(TimerHandle timer) {
        int index = timer.heapIndex;
        if (index < 0) {
            return;
        }
        timer.heapIndex = -1;
        TimerHandle last = heap[--size];
        heap[size] = null;
        if (last != timer) {
            siftDown(index, last);
            if (heap[index] == last) {
                siftUp(index, last);
            }
        }
    }

    private void siftUp(int index, TimerHandle timer) {
        while (index > 0) {
            int parent = (index - 1) >>> 1;
            if (!isBefore(timer, heap[parent])) {
                break;
            }
            place(index, heap[parent]);
            index = parent;
        }
        place(index, timer);
    }

    private void siftDown(int index, TimerHandle timer) {
        int half = size >>> 1;
        while (index < half) {
            int child = 2 * index + 1;
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], timer)) {
                break;
            }
            place(index, heap[child]);
            index = child;
        }
        place(index, timer);
    }

    private void place(int index, TimerHandle timer) {
        heap[index] = timer;
        timer.heapIndex = index;
    }

    private static boolean isBefore(TimerHandle a, TimerHandle b) {
        return a.deadlineMs != b.deadlineMs ? a.deadlineMs < b.deadlineMs : a.startNumber < b.startNumber;
    }
}
